// A refusal about somebody's own money, in words: what there is stays unsaid while the visitor hides amounts.

import type { Refusal } from '#domain/outcome'
import { refusalText } from '#services/words'
import { HIDDEN_COOKIE } from './components/hidden-amounts'
import { hideAvailable } from './text/masked'
import { readCookie, readLanguage } from './visitor.server'

export const areAmountsHidden = (request: Request): boolean => readCookie(request, HIDDEN_COOKIE) === '1'

export const ownRefusalText = (request: Request, refusal: Refusal): string =>
  refusalText(readLanguage(request), areAmountsHidden(request) ? hideAvailable(refusal) : refusal)
