// Rules page: each settlement rule with its version.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { featurePage } from '../../components/feature-words'
import { Pane } from '../../components/pane'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('fairness', Rules)

function Rules() {
  const { t } = useTranslation('fairness')
  const { title, rules } = useLoaderData<typeof loader>()
  return (
    <Pane title={title} text={t('rules_text')} backTo="/fairness" frame="form">
      <ul className="panel divide-y divide-line text-sm">
        {rules.map(({ name, title: key, version }) => (
          <li key={name}>
            <Link to={`/fairness/rules/${name}`} className="flex justify-between gap-4 px-4 py-3 hover:bg-raised">
              <span>{t(key)}</span>
              <span className="text-muted">{t('rule_version', { version })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Pane>
  )
}
