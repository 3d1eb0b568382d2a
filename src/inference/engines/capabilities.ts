import { simd, threads } from 'wasm-feature-detect';

/** The features of this browser that model runtimes use. */
export interface Capabilities {
  simd: boolean;
  /** WebAssembly threads. They need cross-origin isolation. */
  threads: boolean;
  crossOriginIsolated: boolean;
  cores: number;
  /** Absent if there is no WebGPU adapter, or if the app provides no worker for WebGPU. */
  webgpu?: { adapter: string; isFallback: boolean; shaderF16: boolean };
  webgl2?: { renderer: string; isSoftware: boolean };
}

/**
 * Detects the capabilities of this browser.
 *
 * @param options.checkWebgpu Set to false if the app has no worker for WebGPU: Chromium logs a warning to the console
 *   if a page requests an adapter and there is none. Default: true.
 */
export async function detectCapabilities({ checkWebgpu = true } = {}): Promise<Capabilities> {
  const adapter = checkWebgpu ? detectWebgpu() : undefined;
  const [hasSimd, hasThreads, webgpu] = await Promise.all([simd(), threads(), adapter]);
  const webgl2 = detectWebgl2();
  return {
    simd: hasSimd,
    threads: hasThreads && globalThis.crossOriginIsolated === true,
    crossOriginIsolated: globalThis.crossOriginIsolated === true,
    cores: globalThis.navigator?.hardwareConcurrency ?? 1,
    ...(webgpu && { webgpu }),
    ...(webgl2 && { webgl2 }),
  };
}

/** The part of WebGPU that is used here. TypeScript's DOM library has no WebGPU types yet. */
interface GpuAdapter {
  features: ReadonlySet<string>;
  isFallbackAdapter?: boolean;
  info?: { vendor?: string; architecture?: string; description?: string; isFallbackAdapter?: boolean };
}

async function detectWebgpu(): Promise<Capabilities['webgpu']> {
  const { gpu } = (globalThis.navigator ?? {}) as { gpu?: { requestAdapter(): Promise<GpuAdapter | null> } };
  const adapter = await gpu?.requestAdapter().catch(() => null);
  if (!adapter) return undefined;
  const { vendor, architecture, description } = adapter.info ?? {};
  return {
    adapter: [vendor, architecture, description].filter(Boolean).join(' ') || 'unnamed',
    // Moved from the adapter to its info in 2025. Older browsers have it on the adapter.
    isFallback: adapter.info?.isFallbackAdapter ?? adapter.isFallbackAdapter ?? false,
    shaderF16: adapter.features.has('shader-f16'),
  };
}

function detectWebgl2(): Capabilities['webgl2'] {
  if (typeof OffscreenCanvas === 'undefined') return undefined;
  const context = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (!context) return undefined;
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(context.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
  // Browsers limit the number of WebGL contexts: release this one.
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return { renderer, isSoftware: /swiftshader|llvmpipe|software|basic render/i.test(renderer) };
}
