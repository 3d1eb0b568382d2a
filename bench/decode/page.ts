import { decodePhoto } from '../../src/photo/decode/decode-photo.ts';

declare global {
  interface Window {
    /** The pixels of a photo in a browser's worker: width, height, RGBA as base64. */
    decodedPhoto(url: string, side: number): Promise<{ width: number; height: number; rgba: string }>;
  }
}

window.decodedPhoto = async (url, side) => {
  const { width, height, data } = await decodePhoto(await (await fetch(url)).arrayBuffer(), side);
  return { width, height, rgba: await base64(data) };
};

async function base64(bytes: Uint8ClampedArray): Promise<string> {
  const url = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(new Blob([bytes as Uint8ClampedArray<ArrayBuffer>]));
  });
  return url.slice(url.indexOf(',') + 1);
}
