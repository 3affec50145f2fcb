/** Stores the answer of one paid request before it is used, so that it is sent only once. */
export interface PaidRequest {
  /**
   * Returns the stored answer, or null if the request was never sent. @throws if it was sent and its outcome is unknown
   */
  before(): Promise<string | null>;
  keep(answer: string): Promise<void>;
}
