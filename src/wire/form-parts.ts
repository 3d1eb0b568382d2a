/** Name of the multipart part that contains the JSON body. */
export const JSON_PART = 'json';

/** Name of the multipart part that contains the photo. */
export const PHOTO_PART = 'image';

/** The acquisition of an image whose photo is uploaded in the same request. */
export const MULTIPART_ACQUISITION = { strategy: 'upload_multipart_form_keys', fileKey: PHOTO_PART } as const;

/** Name of the multipart part with an uploaded report. The `json` part contains `PDF_UPLOAD_BODY`. */
export const PDF_PART = 'pdf_data';
export const PDF_UPLOAD_BODY = { pdf_post_strategy: 'upload' } as const;

/** The header of every response of a service that offers uploads. */
export const UPLOADS_HEADER = 'Kerbside-Uploads';
