import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** Serves each worker as one bundled file. Unbundled, every new worker would load a hundred modules from Vite. */
export function bundledWorkers(): Plugin {
  const bundles = new Map<string, Promise<string>>();
  const bundled = (file: string) => {
    const bundle = bundles.get(file) ?? bundleWorker(file);
    bundles.set(file, bundle);
    return bundle;
  };
  return {
    name: 'bundled-workers',
    configureServer({ config, middlewares, watcher }) {
      watcher.on('change', () => bundles.clear());
      middlewares.use(async (request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const isWorker = request.headers['sec-fetch-dest'] === 'worker' && pathname.endsWith('.ts');
        if (!isWorker) return next();
        try {
          const script = await bundled(join(config.root, pathname));
          response.writeHead(200, { ...config.server.headers, 'Content-Type': 'text/javascript' });
          response.end(script);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

async function bundleWorker(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    // As in scripts/build-workers.mjs: the runtime stays in separate files.
    resolve: { conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser'] },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: file, output: { format: 'es', codeSplitting: false } },
    },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error(`${file} was not bundled`);
  return output.output[0].code;
}
