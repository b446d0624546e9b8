// Loader of a settlement rule in words; public.

import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { LANGUAGE_TAGS } from '#domain/language'
import { RULE_NAMES, findRule, kindOf, ruleText } from '../../rules/rules.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const rule = findRule(params['rule'] ?? '')
  if (rule === null) throw data(null, { status: 404 })
  const language = readLanguage(request)
  const { language: written, blocks } = await ruleText(rule, language, env)
  return {
    texts: broughtTexts(language, 'fairness'),
    title: titleOf(request, 'fairness', rule.title),
    rule: rule.name,
    versions: RULE_NAMES.filter((each) => kindOf(each) === kindOf(rule)),
    isTranslated: written === language,
    lang: LANGUAGE_TAGS[written],
    blocks,
  }
}
