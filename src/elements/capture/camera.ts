/** What the camera needs of a browser; `navigator.mediaDevices` has it, on a page that is served over https. */
export type Cameras = Pick<MediaDevices, 'getUserMedia'>;

/** The camera at the back, as sharp as it can. */
export function openCamera(cameras: Cameras): Promise<MediaStream> {
  return cameras.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 3840 }, height: { ideal: 2160 } },
  });
}

export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** What the video shows now, as a JPEG. */
export async function frameOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
}
