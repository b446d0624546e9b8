// Lost form answers: the server may have executed the request. The page keeps its state and command id, so that a retry
// cannot execute twice.

import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  isRouteErrorResponse,
} from '@remix-run/react'
import { type Answer, unanswered } from './answer'

/** Failed picture upload: server error, or no connection. */
type LostPicture = 'upload_failed' | 'upload_error'
let sayLost: (why: LostPicture) => void = () => undefined

/** Registers the toast layer as receiver of upload errors; returns the unsubscribe function. */
export function watchLostPictures(report: (why: LostPicture) => void): () => void {
  sayLost = report
  return () => {
    sayLost = () => undefined
  }
}

/**
 * Server answer, or `unanswered` when no valid answer arrived; a failed picture upload also shows a toast (spec §8).
 * Redirects and client errors (< 500) propagate.
 */
async function answerOr<Answer>(
  ask: () => Promise<Answer>,
  { unanswered, hasPicture }: { readonly unanswered: Answer; readonly hasPicture: boolean },
): Promise<Answer> {
  try {
    return await ask()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    if (isRouteErrorResponse(failure) && failure.status < 500) throw failure
    if (hasPicture) sayLost(isRouteErrorResponse(failure) ? 'upload_failed' : 'upload_error')
    return unanswered
  }
}

/** True for a missing answer. Revalidation would fail too and show the error page. */
export const isUnanswered = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'isUnanswered' in answer && answer.isUnanswered === true

/** `shouldRevalidate` for pages without other rules. */
export const keepUnanswered = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  !isUnanswered(actionResult) && defaultShouldRevalidate

/** `clientAction` of a page: the server's answer, or `unanswered` applied to the submitted fields when no answer arrives. */
export const askOr =
  <Answer>(unanswered: (fields: Readonly<Record<string, string>>) => Answer) =>
  async ({ request, serverAction }: ClientActionFunctionArgs): Promise<Answer> => {
    const form = await request.clone().formData()
    const hasPicture = [...form.values()].some((value) => typeof value !== 'string' && value.size > 0)
    const fields = textFieldsOf(form)
    return answerOr<Answer>(async () => (await serverAction()) as Answer, {
      unanswered: unanswered(fields),
      hasPicture,
    })
  }

/** The `clientAction` of a page whose action is made by `forms`. */
export const clientAction = askOr<Answer<never>>(unanswered)

/** A form's text fields by name. */
export const textFieldsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))

/**
 * URL change of a view: same page, different query (tab, sort order). Loaders independent of the query need no reload,
 * so the view changes at once.
 */
type Change = Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl' | 'formMethod'>

export const isViewChange = ({ currentUrl, nextUrl, formMethod }: Change): boolean =>
  (formMethod === undefined || formMethod === 'GET') &&
  currentUrl.pathname === nextUrl.pathname &&
  currentUrl.search !== nextUrl.search

const DRAWN_HERE = /^\/(?:market|trade\/spot\/[^/]+)?$/

/** Home, market and terminal: their views render from loaded data, without a request. */
export const isDrawnHere = (pathname: string): boolean => DRAWN_HERE.test(pathname)
