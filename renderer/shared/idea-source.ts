/** Labels of where an idea came from. A source of a newer service is shown as it is. */
const LABELS: Readonly<Record<string, string>> = {
  user_added: 'Added manually',
  ai_generated: 'Generated',
  from_video: 'From a video',
  from_channel: 'From a channel',
  outlier: 'From an outlier',
  chat_saved: 'Saved from chat',
};

export const getSourceLabel = (source: string): string => LABELS[source] ?? source;
