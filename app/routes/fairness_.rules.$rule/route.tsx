// Rule page: a settlement rule in words, for a verifier's author.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { featurePage } from '../../components/feature-words'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { RuleText } from './rule-text'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('fairness', Rule)

function Rule() {
  const { t } = useTranslation('fairness')
  const { title, rule, versions, isTranslated, lang, blocks } = useLoaderData<typeof loader>()
  return (
    <Pane title={title} text={t('rule_text')} backTo="/fairness/rules" frame="form">
      <p className="flex flex-wrap gap-x-4 text-sm">
        <code>{rule}</code>
        {versions.map(({ name, version }) =>
          name === rule ? (
            <span key={name}>{t('rule_version', { version })}</span>
          ) : (
            <Link key={name} to={`/fairness/rules/${name}`} className="text-selected-text hover:underline">
              {t('rule_version', { version })}
            </Link>
          ),
        )}
      </p>
      {!isTranslated && <Notice tone="plain">{t('rule_in_english')}</Notice>}
      <RuleText blocks={blocks} lang={lang} />
    </Pane>
  )
}
