/** What the script editor adds while it is open: listed here, as it is not there to be asked on this page. */
export const EDITOR_KEYS: readonly { readonly label: string; readonly combos: readonly string[] }[] = [
  { label: 'Undo', combos: ['mod+z'] },
  { label: 'Redo', combos: ['mod+shift+z', 'mod+y'] },
  { label: 'Find', combos: ['mod+f'] },
  { label: 'Bold', combos: ['mod+b'] },
  { label: 'Italic', combos: ['mod+i'] },
  { label: 'Export', combos: ['mod+shift+e'] },
];
