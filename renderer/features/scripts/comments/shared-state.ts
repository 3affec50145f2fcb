/** Who can see the comments: `queued` and `unsupported` stay on this computer, `refused` may not be sent. */
export type SharedState = 'sent' | 'waiting' | 'refused' | 'queued' | 'unsupported';
