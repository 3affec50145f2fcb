// The peers are installed by `npm run bench` alone; types must hold without them.
declare module 'marked' {
  export const marked: { parse(source: string, options: { async: false; gfm: boolean }): string };
}
declare module 'monaco-editor' {
  export const editor: {
    create(
      host: HTMLElement,
      options: { value: string; language: string; wordWrap: 'on'; automaticLayout: boolean },
    ): { focus(): void; hasTextFocus(): boolean };
  };
}
declare module 'monaco-editor/editor/editor.worker.js?worker' {
  const EditorWorker: new () => Worker;
  export default EditorWorker;
}
declare module 'p-queue' {
  export default class PQueue {
    constructor(options: { intervalCap: number; interval: number; strict: boolean });
    add<T>(task: () => Promise<T>): Promise<T>;
  }
}
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    headers: Record<string, string>;
  }): Promise<{ requests: { average: number }; non2xx: number; errors: number }>;
}
