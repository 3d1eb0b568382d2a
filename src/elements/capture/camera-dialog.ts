/** The shadow root of the element, as Lit types it. */
type Root = HTMLElement | DocumentFragment;

/**
 * Opens the dialog of the camera after it was rendered, and connects its video with the stream.
 *
 * @returns The video, if the dialog has one.
 */
export function updateCameraDialog(
  root: Root,
  { isOpen, stream }: { isOpen: boolean; stream: MediaStream | undefined },
): HTMLVideoElement | null {
  const dialog = root.querySelector('dialog');
  if (isOpen && dialog && !dialog.open) dialog.showModal();
  // The photo replaced the shutter that had the focus. The next press of a key takes the next photo.
  if (dialog?.open && !(root as ShadowRoot).activeElement)
    dialog.querySelector<HTMLElement>('.shutter')?.focus();
  const video = root.querySelector('video');
  if (video && video.srcObject !== (stream ?? null)) video.srcObject = stream ?? null;
  return video;
}

export function closeCameraDialog(root: Root): void {
  root.querySelector('dialog')?.close();
}
