/** What one paid question was answered: kept before anything is made of it, so that it is asked once. */
export interface PaidAnswer {
  /** Null: it is asked now, for the first time. @throws where it was asked, and nobody knows with what end */
  before(): Promise<string | null>;
  keep(answer: string): Promise<void>;
}
