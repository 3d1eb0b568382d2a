// The types of React and Next that the snippets of docs/frameworks.md use. Neither package is installed.
declare module 'react' {
  export namespace JSX {
    type Element = object;
    interface IntrinsicElements {}
  }
  export function useState<State>(): [State | undefined, (state: State | undefined) => void];
  export function useEffect(effect: () => () => void, uses?: readonly unknown[]): void;
}

declare module 'react/jsx-runtime' {
  export { JSX } from 'react';
  export function jsx(tag: string, props: object): object;
}

declare module 'next/server' {
  export class NextRequest extends Request {}
  export class NextResponse extends Response {
    static next(init: { request: { headers: Headers } }): NextResponse;
  }
}
