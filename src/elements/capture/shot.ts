/** The photo of a sight as the app has it. */
export interface Shot {
  /** Another one for another photo, so that the element sees that it was taken again. */
  id: string;
  photo?: Blob | string | undefined;
  /** `unknown`: nobody can judge it here. */
  verdict: 'checking' | 'good' | 'bad' | 'unknown';
  /** Why it is bad, in the person's language. */
  reason?: string | undefined;
}

export interface PhotoTakenDetail {
  /** Id of the sight. */
  sight: string;
  photo: Blob;
}
