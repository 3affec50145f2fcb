// Only `npm run bench` installs the peers; types must work without them.
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
declare module 'minisearch' {
  interface Options {
    fields: string[];
    tokenize: (text: string) => string[];
    processTerm: (term: string) => string;
  }
  export default class MiniSearch<T> {
    constructor(options: Options);
    static loadJSON<T>(json: string, options: Options): MiniSearch<T>;
    addAll(documents: readonly T[]): void;
    search(query: string, options: { combineWith: 'AND'; prefix: boolean }): { id: unknown }[];
  }
}
declare module 'localforage' {
  interface Store {
    setItem(key: string, value: unknown): Promise<unknown>;
    getItem<T>(key: string): Promise<T | null>;
    keys(): Promise<string[]>;
  }
  const localforage: { INDEXEDDB: string; createInstance(options: { name: string; driver: string }): Store };
  export default localforage;
}
declare module 'write-good' {
  export default function writeGood(
    text: string,
    options: Readonly<Record<string, boolean>>,
  ): { index: number; offset: number; reason: string }[];
}
/** The bundler returns the address of a worker's script. */
declare module '*?worker&url' {
  const url: string;
  export default url;
}
/** The bundler returns the addresses of files. */
interface ImportMeta {
  glob<T>(files: readonly string[], options: { query: string; import: string; eager: true }): Record<string, T>;
}
declare module 'vis-timeline/standalone' {
  export class Timeline {
    constructor(host: HTMLElement, items: readonly object[], groups: readonly object[], options: object);
    addCustomTime(time: number, id: string): void;
    setCustomTime(time: number, id: string): void;
    setWindow(start: number, end: number, options: { animation: boolean }): void;
  }
}
declare module '*.css';
declare module 'react' {
  export function createElement(component: unknown, props: object): object;
}
declare module 'react-dom/client' {
  export function createRoot(host: HTMLElement): { render(element: object): void };
}
declare module '@excalidraw/excalidraw' {
  export interface ExcalidrawApi {
    addFiles(files: readonly object[]): void;
    updateScene(scene: { appState: object }): void;
    getSceneElements(): readonly object[];
  }
  export const Excalidraw: unknown;
}
declare module 'tldraw' {
  export interface Editor {
    createAssets(assets: readonly object[]): void;
    createShapes(shapes: readonly object[]): void;
    setCamera(camera: { x: number; y: number; z: number }, options: { immediate: boolean; force: boolean }): void;
  }
  export const AssetRecordType: { createId(): string };
  export function createShapeId(): string;
  export const Tldraw: unknown;
}
declare module 'ag-grid-community' {
  export interface GridOptions<Item> {
    rowData: readonly Item[];
    rowHeight: number;
    cacheQuickFilter: boolean;
    animateRows: boolean;
    columnDefs: readonly { headerName: string; flex: number; valueGetter: (params: { data: Item }) => string }[];
  }
  export interface GridApi<Item> {
    setGridOption(name: 'quickFilterText', value: string): void;
    getGridOption(name: 'rowData'): readonly Item[];
  }
  export const AllCommunityModule: object;
  export const ModuleRegistry: { registerModules(modules: readonly object[]): void };
  export function createGrid<Item>(host: HTMLElement, options: GridOptions<Item>): GridApi<Item>;
}
declare module 'fuzzysort' {
  export function prepare(text: string): object;
  export function go(query: string, targets: readonly object[], options: { limit: number }): readonly object[];
}
