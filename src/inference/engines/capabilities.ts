import { simd, threads } from 'wasm-feature-detect';

/** What this browser offers a model runtime. */
export interface Capabilities {
  simd: boolean;
  /** Shared memory for WebAssembly: needs cross-origin isolation. */
  threads: boolean;
  crossOriginIsolated: boolean;
  cores: number;
  /** Absent: no WebGPU adapter, or the app brings no worker for one. */
  webgpu?: { adapter: string; isFallback: boolean; shaderF16: boolean };
  webgl2?: { renderer: string; isSoftware: boolean };
}

/** `asksGpu`: false where nothing could use one. Chromium writes into the console that it has none to give. */
export async function detectCapabilities({ asksGpu = true } = {}): Promise<Capabilities> {
  const gpu = asksGpu ? webgpuAdapter() : undefined;
  const [hasSimd, hasThreads, webgpu] = await Promise.all([simd(), threads(), gpu]);
  const webgl2 = webgl2Renderer();
  return {
    simd: hasSimd,
    threads: hasThreads && globalThis.crossOriginIsolated === true,
    crossOriginIsolated: globalThis.crossOriginIsolated === true,
    cores: globalThis.navigator?.hardwareConcurrency ?? 1,
    ...(webgpu && { webgpu }),
    ...(webgl2 && { webgl2 }),
  };
}

/** The parts of WebGPU that are read here; TypeScript's DOM library does not know it yet. */
interface GpuAdapter {
  features: ReadonlySet<string>;
  isFallbackAdapter?: boolean;
  info?: { vendor?: string; architecture?: string; description?: string; isFallbackAdapter?: boolean };
}

async function webgpuAdapter(): Promise<Capabilities['webgpu']> {
  const { gpu } = (globalThis.navigator ?? {}) as { gpu?: { requestAdapter(): Promise<GpuAdapter | null> } };
  const adapter = await gpu?.requestAdapter().catch(() => null);
  if (!adapter) return undefined;
  const { vendor, architecture, description } = adapter.info ?? {};
  return {
    adapter: [vendor, architecture, description].filter(Boolean).join(' ') || 'unnamed',
    // Moved from the adapter to its info in 2025; older browsers have the first.
    isFallback: adapter.info?.isFallbackAdapter ?? adapter.isFallbackAdapter ?? false,
    shaderF16: adapter.features.has('shader-f16'),
  };
}

function webgl2Renderer(): Capabilities['webgl2'] {
  if (typeof OffscreenCanvas === 'undefined') return undefined;
  const context = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (!context) return undefined;
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(context.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
  // Browsers allow few contexts at a time: this one was only to ask.
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return { renderer, isSoftware: /swiftshader|llvmpipe|software|basic render/i.test(renderer) };
}
