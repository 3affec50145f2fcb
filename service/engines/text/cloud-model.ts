/** Ollama passes requests for models of these names on to its own computers. */
export const isCloudModel = (name: string): boolean => /[:-]cloud$/i.test(name);
