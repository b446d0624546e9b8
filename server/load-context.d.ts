// Context of Remix loaders and actions besides the request, and the enabled Remix future types.

import '@remix-run/cloudflare'

declare module '@remix-run/cloudflare' {
  interface AppLoadContext {
    readonly env: Env
    readonly ctx: Pick<ExecutionContext, 'waitUntil'>
    /** Nonce for inline scripts and styles, which the browser blocks without it. */
    readonly cspNonce: string
    /** Visitor location from the Cloudflare edge. */
    readonly place: import('./session/place').RequestPlace
    /** The OpenAPI document, for its pages. */
    readonly apiDocument: () => Readonly<Record<string, unknown>>
  }

  interface Future {
    v3_singleFetch: true
  }
}
