// A form whose answer never came: the server may or may not have done it. The page stays as it is, with the same command
// id, so that pressing again repeats the request instead of doubling it.

import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  isRouteErrorResponse,
} from '@remix-run/react'

/** Why a picture did not arrive: the server failed, or was not there. */
type LostPicture = 'upload_failed' | 'upload_error'
let sayLost: (why: LostPicture) => void = () => undefined

/** Who says it to the visitor: the layer of toasts, while it is there. */
export function hearLostPictures(say: (why: LostPicture) => void): () => void {
  sayLost = say
  return () => {
    sayLost = () => undefined
  }
}

/** The server's answer, or `unanswered` when none could be read; a picture that did not arrive is told besides (spec §8). Redirects and the server's own refusals pass. */
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
    const form = await request.clone().formData()
    const hasPicture = [...form.values()].some((value) => typeof value !== 'string' && value.size > 0)
    const fields = textFieldsOf(form)
    return answerOr<Answer>(async () => (await serverAction()) as Answer, {
      unanswered: unanswered(fields),
      hasPicture,
    })
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
