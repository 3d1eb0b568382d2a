import type { Capabilities } from '../../../src/inference/engines/capabilities.ts';
import type { Page } from '../result.ts';

export function thisPage({ simd, threads, crossOriginIsolated, webgpu, webgl2 }: Capabilities): Page {
  return {
    secure: isSecureContext,
    isolated: crossOriginIsolated,
    simd,
    threads,
    ...(webgpu && { webgpu: `${webgpu.adapter}${webgpu.isFallback ? ' (software)' : ''}` }),
    ...(webgl2 && { webgl2: `${webgl2.renderer}${webgl2.isSoftware ? ' (software)' : ''}`.slice(0, 400) }),
  };
}
