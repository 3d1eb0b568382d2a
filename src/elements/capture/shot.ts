/** The photo of a sight, as the app stores it. */
export interface Shot {
  /** Changes with every new photo: the element recognizes a retake by it. */
  id: string;
  /** The photo, or its URL. Without it the tile stays empty. */
  photo?: Blob | string | undefined;
  /** Result of the quality assessment. `unknown`: this device cannot assess it. */
  verdict: 'checking' | 'good' | 'bad' | 'unknown';
  /** Why the photo is bad, in the language of the user. */
  reason?: string | undefined;
}

/** Detail of `photo-taken`. */
export interface PhotoTakenDetail {
  /** Id of the sight. */
  sight: string;
  photo: Blob;
  /** True if the live guide took it by itself. */
  isAutomatic?: boolean | undefined;
  /** The VIN, plate or mileage that the live guide read while it took the photo. */
  text?: string | undefined;
}
