// A change of the view alone: the same page, another tab or order in its query. What a loader answers regardless of the query need
// not be asked again, so the page changes at once.

import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'

type Change = Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl' | 'formMethod'>

export const isViewChange = ({ currentUrl, nextUrl, formMethod }: Change): boolean =>
  (formMethod === undefined || formMethod === 'GET') &&
  currentUrl.pathname === nextUrl.pathname &&
  currentUrl.search !== nextUrl.search
