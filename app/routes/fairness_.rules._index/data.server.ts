// Loader of the list of settlement rules; public.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { RULE_NAMES } from '../../rules/rules.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export const loader = ({ request }: LoaderFunctionArgs) => ({
  texts: broughtTexts(readLanguage(request), 'fairness'),
  title: titleOf(request, 'fairness', 'rules_title'),
  rules: RULE_NAMES,
})
