/** Display names of engines and tasks. */
export const ENGINES = { wasm: 'WASM (onnxruntime)', webgpu: 'WebGPU (onnxruntime)', tfjs: 'tfjs' } as const;

export const TASKS = {
  damage_detection: 'Damage',
  wheel_analysis: 'Wheels',
  images_ocr: 'Text',
  repair_estimate: 'Estimate',
} as const;
