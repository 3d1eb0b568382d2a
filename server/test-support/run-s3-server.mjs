// @ts-expect-error: it has no types
import S3rver from '@20minutes/s3rver';

const [directory, port, bucket] = process.argv.slice(2);

/** As a bucket needs it for pages that upload photos (docs/server.md). */
const cors = `<CORSConfiguration><CORSRule>
  <AllowedOrigin>*</AllowedOrigin>
  <AllowedMethod>GET</AllowedMethod>
  <AllowedMethod>PUT</AllowedMethod>
  <AllowedHeader>*</AllowedHeader>
</CORSRule></CORSConfiguration>`;

await new S3rver({
  directory,
  port: Number(port),
  address: '127.0.0.1',
  silent: true,
  configureBuckets: [{ name: bucket, configs: [cors] }],
}).run();
console.log('ready');
