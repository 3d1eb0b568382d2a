// The types of Next that the snippets of docs/react.md use. Next is not installed.
declare module 'next/server' {
  export class NextRequest extends Request {}
  export class NextResponse extends Response {
    static next(init: { request: { headers: Headers } }): NextResponse;
  }
}
