// What a Remix loader or action is given besides the request, and which of Remix's new types are on.

import '@remix-run/cloudflare'

declare module '@remix-run/cloudflare' {
  interface AppLoadContext {
    readonly env: Env
    readonly ctx: Pick<ExecutionContext, 'waitUntil'>
    /** Scripts and styles written into the page carry it, or the browser refuses them. */
    readonly cspNonce: string
    /** Visitor location from the Cloudflare edge. */
    readonly place: import('./session/place').Place
  }

  interface Future {
    v3_singleFetch: true
  }
}
