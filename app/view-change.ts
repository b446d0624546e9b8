// A change of the view alone: the same page, another tab or order in its query. What a loader answers regardless of the query need
// not be asked again, so the page changes at once.

import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'

type Change = Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl' | 'formMethod'>

export const isViewChange = ({ currentUrl, nextUrl, formMethod }: Change): boolean =>
  (formMethod === undefined || formMethod === 'GET') &&
  currentUrl.pathname === nextUrl.pathname &&
  currentUrl.search !== nextUrl.search

const DRAWN_HERE = /^\/(?:market|trade\/spot\/[^/]+)?$/

/** Home, market and terminal: their views are drawn from what is here, nothing is asked for them. */
export const isDrawnHere = (pathname: string): boolean => DRAWN_HERE.test(pathname)
