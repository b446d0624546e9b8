// The OpenAPI document that the Worker gives to its pages.

import type { AppLoadContext } from '@remix-run/cloudflare'
import type { ApiDocument } from './document.server'

// The document is generated (server/api/openapi.ts); tests/api/reference.test.ts reads all of it by these types.
export const readDocument = ({ apiDocument }: AppLoadContext): ApiDocument => apiDocument() as unknown as ApiDocument
