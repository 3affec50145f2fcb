import type { Language } from '#contract/bridge.ts';

/** Translates the labels of menus and dialogs, keyed by the English text. `{0}` stands for a name. */
const WORDS: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = {
  de: {
    Cutaway: 'Cutaway',
    'About Cutaway': 'Über Cutaway',
    'Settings…': 'Einstellungen…',
    Services: 'Dienste',
    'Hide Cutaway': 'Cutaway ausblenden',
    'Hide Others': 'Andere ausblenden',
    'Show All': 'Alle einblenden',
    Quit: 'Beenden',
    File: 'Ablage',
    'New Idea': 'Neue Idee',
    'New Script': 'Neues Skript',
    'Export…': 'Exportieren…',
    'Close Window': 'Fenster schließen',
    Edit: 'Bearbeiten',
    Undo: 'Rückgängig',
    Redo: 'Wiederholen',
    Cut: 'Ausschneiden',
    Copy: 'Kopieren',
    Paste: 'Einfügen',
    'Paste and Match Style': 'Ohne Formatierung einfügen',
    'Select All': 'Alles auswählen',
    Find: 'Suchen',
    'Find and Replace': 'Suchen und ersetzen',
    View: 'Ansicht',
    'Command Palette': 'Befehlspalette',
    'Toggle Sidebar': 'Seitenleiste ein- oder ausblenden',
    'Toggle Inspector': 'Inspektor ein- oder ausblenden',
    Theme: 'Design',
    System: 'System',
    Light: 'Hell',
    Dark: 'Dunkel',
    'Actual Size': 'Originalgröße',
    'Zoom In': 'Vergrößern',
    'Zoom Out': 'Verkleinern',
    'Toggle Full Screen': 'Vollbild ein-/ausschalten',
    Reload: 'Neu laden',
    'Toggle Developer Tools': 'Entwicklerwerkzeuge ein-/ausblenden',
    Go: 'Gehe zu',
    Home: 'Start',
    Ideas: 'Ideen',
    Scripts: 'Skripte',
    Thumbnails: 'Thumbnails',
    Video: 'Video',
    Projects: 'Projekte',
    Intel: 'Analyse',
    Window: 'Fenster',
    Help: 'Hilfe',
    'Keyboard Shortcuts': 'Tastenkürzel',
    'Open {0} in your browser?': '{0} im Browser öffnen?',
    'Open in browser': 'Im Browser öffnen',
    Cancel: 'Abbrechen',
    'Export here': 'Hierhin exportieren',
    'Cutaway’s window crashed twice in a row.': 'Das Fenster von Cutaway ist zweimal hintereinander abgestürzt.',
    'What you wrote is on disk. Reload the window, or quit Cutaway and open it again.':
      'Was du geschrieben hast, ist auf der Festplatte gespeichert. Lade das Fenster neu oder beende Cutaway und öffne es wieder.',
  },
};

export type Say = (english: string) => string;

export const sayIn =
  (language: Language): Say =>
  (english) =>
    language === 'en' ? english : (WORDS[language][english] ?? english);
