// A form whose answer never came: the server may or may not have done it. The page stays as it is, with the same command
// id, so that pressing again repeats the request instead of doubling it.

import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  isRouteErrorResponse,
} from '@remix-run/react'

/** The server's answer, or `unanswered` when none could be read. Redirects and the server's own refusals pass. */
async function answerOr<Answer>(ask: () => Promise<Answer>, unanswered: Answer): Promise<Answer> {
  try {
    return await ask()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    if (isRouteErrorResponse(failure) && failure.status < 500) throw failure
    return unanswered
  }
}

/** Reading the page again would fail the same way, and replace it by the error page. */
export const isUnanswered = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'isUnanswered' in answer && answer.isUnanswered === true

/** For a page whose own loader has nothing else to say about when it is read again. */
export const keepUnanswered = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  !isUnanswered(actionResult) && defaultShouldRevalidate

/** A page's `clientAction`: the server's answer, or what `unanswered` makes of the fields that were sent. */
export const askOr =
  <Answer>(unanswered: (fields: Readonly<Record<string, string>>) => Answer) =>
  async ({ request, serverAction }: ClientActionFunctionArgs): Promise<Answer> => {
    const fields = textFieldsOf(await request.clone().formData())
    return answerOr<Answer>(async () => (await serverAction()) as Answer, unanswered(fields))
  }

/** A form's text fields by name. */
export const textFieldsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))

/**
 * A change of the view alone: the same page, another tab or order in its query. What a loader answers regardless of the query need
 * not be asked again, so the page changes at once.
 */
type Change = Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl' | 'formMethod'>

export const isViewChange = ({ currentUrl, nextUrl, formMethod }: Change): boolean =>
  (formMethod === undefined || formMethod === 'GET') &&
  currentUrl.pathname === nextUrl.pathname &&
  currentUrl.search !== nextUrl.search

const DRAWN_HERE = /^\/(?:market|trade\/spot\/[^/]+)?$/

/** Home, market and terminal: their views are drawn from what is here, nothing is asked for them. */
export const isDrawnHere = (pathname: string): boolean => DRAWN_HERE.test(pathname)
