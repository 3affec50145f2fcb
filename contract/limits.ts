/** Every bound of the API in one place; the schemas, the forms and the tests read them here. */
export const LIMITS = {
  /** The most entries in the list of a channel, and the most characters in an entry. */
  pronunciations: { count: 200, written: 60, spoken: 120 },
  title: 255,
  /** The most characters in what is stored of a provider, such as a model or a search engine. */
  provider: { label: 100, address: 500, model: 200, voice: 100 },
  topic: { min: 10, max: 5000 },
  ideaTopic: 5000,
  angle: 1000,
  notes: 2000,
  thumbnailConcept: 1000,
  /** The bounds of a producer's rating of an idea, in stars. */
  rating: { min: 1, max: 5 },
  ideaTag: 50,
  ideaTags: 30,
  rejectionReason: 500,
  words: { min: 200, max: 20_000 },
  language: 50,
  voiceLabel: 100,
  voiceName: 100,
  /** The most characters in texts and entries of a voice profile, and the most entries (the spec leaves them open). */
  voiceText: 4000,
  voiceEntry: 1000,
  voiceEntries: 200,
  voiceReceipt: { min: 20, max: 160 },
  voiceReceiptMinutes: 30,
  voicesListed: 200,
  /** The most characters of the sample text that a voice is made from. */
  voiceSamples: 60_000,
  templateName: 255,
  comment: 20_000,
  /** The most characters in a deleted comment with its signature. */
  deletedComment: 200_000,
  mentions: 50,
  /** The most entries listed for one project; the spec leaves these numbers open. */
  commentsListed: 500,
  activityListed: 200,
  attachmentsListed: 200,
  /** `bytes` bounds one file; a removed file is kept for `restoreHours`, and its address works for `addressMinutes`. */
  attachment: { url: 2000, name: 200, bytes: 100 * 1024 * 1024, restoreHours: 24, addressMinutes: 10 },
  /** The most characters in what is published with a video (spec 3 "Projects"; tags: the platform's own limits). */
  videoDescription: 5000,
  videoTags: { count: 100, length: 100, together: 500 },
  thumbnailText: 200,
  /** `stageSteps` bounds the steps that a channel keeps for one stage. */
  checklist: { count: 100, title: 200, stageSteps: 30 },
  /** The size of a page of a list that is read by cursor. */
  limit: { min: 1, max: 100, default: 50 },
  cursor: 500,
  /** The most channels that one filter of the project list names. */
  channelFilter: 50,
  templatePrompt: { min: 100, max: 20_000 },
  templateDescription: 500,
  prompt: 8000,
  researchUrls: { count: 10, length: 500 },
  researchTexts: { count: 10, length: 5000 },
  tokenName: 255,
  /** An app reports what it shows every `everySeconds`; without a report it is forgotten after `forgottenSeconds`. */
  presence: { everySeconds: 20, forgottenSeconds: 45 },
  /** The most characters in a person's name, in an invitation's note for whom it is, and in the name of a computer. */
  people: {
    name: 100,
    note: 100,
    device: 100,
    channels: 500,
    invitationDays: 7,
    computerMinutes: 15,
    /** The most bytes of the file that a person chooses as their picture; `side` is what is kept of it, in pixels. */
    picture: { fileBytes: 5 * 1024 * 1024, side: 256 },
  },
  webhookName: 255,
  webhookUrl: 500,
  /** In seconds. */
  webhookTimeout: { min: 5, max: 120, default: 30 },
  /** Leaves room for more events than exist. */
  webhookEvents: 50,
  webhookHeaders: { count: 20, value: 1000 },
  webhookDeliveries: 20,
  search: 255,
  /** The most characters in a handle, id or address that is looked up. */
  identifier: 500,
  identifiers: 5,
  generatedIdeas: { min: 1, max: 20, default: 10 },
  /** The fewest seconds of a video that ideas are generated from. */
  shortestVideo: 180,
  competitorIdentifier: 255,
  /** The bounds of the units of the platform's quota that may be used a day; a search alone takes a hundred. */
  platformUnits: { min: 1, max: 10_000_000 },
  /** The most is the length of a channel's public feed. */
  latestVideos: { min: 1, max: 15, default: 5 },
  intelResults: { min: 1, max: 50, default: 20 },
  intelChannelDescription: 500,
  intelVideoDescription: 300,
  bookmarksPerPage: 50,
  bookmarkNotes: 1000,
  bookmarkTag: 50,
  /** The spec leaves these three open. */
  bookmarkTags: 50,
  bookmarkUrl: 2048,
  externalId: 100,
  perPage: { min: 1, max: 100, default: 20 },
  /** The spec leaves the number open: outline is free, script and humanize share this limit per script. */
  regenerationsPerScript: 10,
  agentModel: 100,
  /** The most bytes of a JSON body that the service reads. */
  bodyBytes: 1024 * 1024,
  idempotencyKey: 255,
  /** How long an answer can be replayed to a client that was offline; the spec leaves the number open. */
  idempotencyDays: 30,
  /** The most characters in the Markdown of one script that the local owner may store. */
  contentCharacters: 400_000,
  /** The most that a request for cuts sends to the text model: sentences, characters in one, seconds of speech. */
  spokenSentences: 5000,
  spokenSentence: 4000,
  spokenSeconds: 100_000,
  /** Spec 2 §8 sets some of these; the rest is not in the spec. */
  thumbnails: {
    prompt: { min: 3, max: 2000 },
    topic: 1000,
    feedback: 5000,
    variations: 8,
    references: 6,
    importUrls: 12,
    images: 500,
    label: 80,
    content: 200,
    fontSize: { min: 16, max: 240 },
    strokeWidth: 40,
    /** Regions below this fraction of the image are ignored. */
    smallestRegion: 0.02,
    exported: { width: 1280, height: 720 },
    runsPerPage: 15,
    coordinate: 1_000_000,
    /** The pictures per month in the local workspace's free pool, until the owner changes it. */
    freePool: 60,
    poolLimit: 1_000_000,
    /** The most bytes of an imported picture, and the most pixels once it is decoded. */
    imageBytes: 20 * 1024 * 1024,
    imagePixels: 40_000_000,
    /** The most Base64 characters of an uploaded picture: all of it must fit into one request. */
    uploadLetters: 1_000_000,
    /** The bounds of how pictures and texts of a composition look, in board units and percent. */
    look: {
      corners: { min: 0, max: 50 },
      brightness: { min: 0, max: 300 },
      contrast: { min: 0, max: 300 },
      saturation: { min: 0, max: 300 },
      blur: { min: 0, max: 100 },
      sharpen: { min: 0, max: 100 },
      /** The most points of a free mask. */
      mask: 400,
      outline: { min: 1, max: 60 },
      padding: { min: 0, max: 120 },
      corner: { min: 0, max: 120 },
      spacing: { min: -200, max: 800 },
      leading: { min: 60, max: 250, usual: 113 },
      shadow: { blur: 100, offset: 100 },
      /** The most parts of a text that have colours of their own. */
      colors: 200,
    },
    composition: { layers: 200, perBoard: 500, widths: [1280, 1920] },
  },
  /** The spec leaves all of these open. */
  video: {
    scriptCharacters: 200_000,
    seconds: 3 * 60 * 60,
    /** Days after publishing during which a version can be edited. */
    editDays: 30,
    rate: { min: 0.5, max: 2 },
    slideSeconds: { min: 4, max: 60 },
    voiceId: 100,
    /** The most characters in references and option names, and the most visual mix kinds, of other services' clients. */
    reference: 255,
    option: 100,
    mix: 20,
    materials: 10,
    material: 5000,
    libraryAssets: 20,
    reason: 1000,
    blockKey: 100,
    fieldKey: 100,
    fieldText: 1000,
    captionText: 200,
    /** The most characters in a sentence as the voice reads it. */
    saidAs: 2000,
    /** The highest number of a block's sentence. */
    sentences: 10_000,
    fields: 20,
    prompt: { min: 3, max: 2000 },
    note: 1000,
    /** The bounds of the level of the music; 1 is the usual one. */
    musicLevel: { min: 0.1, max: 3 },
    /** The most staged edits in one revision. */
    staged: 1000,
    /** Minutes until a signed address expires. */
    addressMinutes: 6 * 60,
    operationDays: 30,
    /** The most markers of a hand-off, and the most characters in their names and notes. */
    markers: { count: 2000, name: 500, note: 2000 },
    /** Hours during which a package for an editing program is kept. */
    handOffHours: 24,
  },
  /**
   * Counts characters of the passage, of the text before and after it, and of the instruction; `hooks` counts the
   * texts made.
   */
  rewrite: { text: 20_000, context: 2000, instruction: 1000, hooks: 5 },
  /** The most characters in a media asset's name, its most bytes, and the length of an upload's part in Base64 (256 KiB). */
  media: { name: 255, bytes: 1024 * 1024 * 1024, pieceCharacters: 349_528 },
} as const;

/**
 * Counts requests per minute and token, by category (spec 1 §8, spec 2 §8). If table and endpoint disagree, the
 * endpoint wins.
 */
export const RATE_LIMITS = {
  general: 50,
  search: 5,
  generation: 5,
  lookup: 60,
  thumbnail_write: 12,
  thumbnail_read: 120,
  thumbnail_usage: 60,
  /** Tries to join a team from one address (not in the spec). */
  join: 10,
} as const;

/**
 * Applies to the apps of people who have joined a team (not in the spec): their pages follow the changes of others.
 */
export const APP_RATE_LIMITS = {
  ...RATE_LIMITS,
  general: 1200,
  search: 60,
  lookup: 600,
  thumbnail_read: 1200,
  thumbnail_usage: 600,
} as const satisfies Record<keyof typeof RATE_LIMITS, number>;

export type RateCategory = keyof typeof RATE_LIMITS | 'unlimited';
export const RATE_WINDOW_SECONDS = 60;

/** The price of a script by target words. The spec leaves the tiers open; these are the local service's. */
export const SCRIPT_CREDIT_TIERS: readonly { upToWords: number; credits: number }[] = [
  { upToWords: 1000, credits: 4 },
  { upToWords: 2000, credits: 7 },
  { upToWords: 5000, credits: 12 },
  { upToWords: 10_000, credits: 20 },
  { upToWords: 20_000, credits: 35 },
];

export function getScriptCredits(wordCount: number): number {
  const tier = SCRIPT_CREDIT_TIERS.find((candidate) => wordCount <= candidate.upToWords) ?? SCRIPT_CREDIT_TIERS.at(-1);
  return tier?.credits ?? 0;
}

/** Returns the credits for a video: one per started half minute of its estimated length. The spec leaves it open. */
export function getVideoCredits(seconds: number): number {
  return Math.max(1, Math.ceil(seconds / 30));
}

/** The credits per period of a local workspace until its owner sets a plan. */
export const LOCAL_PLAN_CREDITS = 300;

/** The charge for an agent run that writes with the caller's own key (spec 1 §4). */
export const OWN_KEY_CREDITS = 2;
/** The charge for deep research in an agent run, unless it reuses an earlier run's research (spec 1 §4). */
export const DEEP_RESEARCH_CREDITS = 3;

/** Days after a run during which the same sources need no new deep research. */
export const RESEARCH_KEPT_DAYS = 7;

/**
 * Distinguishes the writers of agent runs: a model with the caller's own key, an included model, a model on this
 * computer, or the offline composer.
 */
export type RunWriter = 'own_key' | 'model' | 'local_model' | 'composer';

/**
 * Returns the credits for an agent run. Each run costs its fee again, even for a script that was paid before. The
 * offline composer and a model on this computer write for free.
 */
export function getAgentRunCredits(run: { words: number; writer: RunWriter; newDeepResearch: boolean }): number {
  const model = getScriptCredits(run.words);
  const fees: Record<RunWriter, number> = { own_key: OWN_KEY_CREDITS, model, local_model: 0, composer: 0 };
  return fees[run.writer] + (run.newDeepResearch ? DEEP_RESEARCH_CREDITS : 0);
}

/** A video stands out from this multiple of its channel's median. */
export const OUTLIER = 3;

/** The price of a look-up (spec 1 §4 Intel). */
export const LOOKUP_CREDITS = 1;

/** The target words of a script made from an idea without a length. */
export const DEFAULT_SCRIPT_WORDS = 1500;
