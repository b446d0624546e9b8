// Guide for developers: account, key, variables, first order; then links to everything that programs use.

import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button'
import { featurePage } from '../../components/feature-words'
import { PageHeader } from '../../components/page-header'
import { Tabs } from '../../components/tabs'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('reference', Developers)

function Developers() {
  const { t } = useTranslation('reference')
  const { title, origin, isLoggedIn } = useLoaderData<typeof loader>()
  const variables = [`export CM_URL='${origin}'`, "export CM_KEY='…'", "export CM_SECRET='…'"].join('\n')
  return (
    <div className="mx-auto max-w-3xl pb-8 lg:px-5 lg:py-3">
      <PageHeader title={title} text={t('dev_text')} />
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-6 px-4 lg:px-0">
        <Step title={t('dev_account')}>
          {isLoggedIn ? (
            t('dev_account_done')
          ) : (
            <Next to="/register?returnTo=/developers">{t('dev_account_text')}</Next>
          )}
        </Step>
        <Step title={t('dev_key')}>
          <p className="text-muted">{t('dev_key_text')}</p>
          <Next to="/settings/api">{t('dev_key_link')}</Next>
        </Step>
        <Step title={t('dev_set')}>
          <p className="text-muted">{t('dev_set_text')}</p>
          <Code label={t('dev_set')} text={variables} />
        </Step>
        <Step title={t('dev_send')}>
          <p className="text-muted">{t('dev_send_text')}</p>
          <Examples />
        </Step>
      </ol>
      <Further />
    </div>
  )
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <li className="ml-5 min-w-0 list-decimal pl-1 text-sm marker:font-semibold">
    <h2 className="mb-1 text-base font-semibold">{title}</h2>
    {children}
  </li>
)

const Next = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="inline-flex min-h-11 items-center text-selected-text hover:underline">
    {children}
  </Link>
)

function Examples() {
  const { t } = useTranslation('reference')
  const { examples } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const shown = examples.find(({ id }) => id === search.get('in')) ?? examples[0]
  if (!shown) return null
  const tabs = examples.map(({ id, words }) => ({ to: `/developers?in=${id}`, words, isSelected: id === shown.id }))
  return (
    <>
      <Tabs label={t('program_language')} tabs={tabs} variant="segment" className="mt-2" />
      <Code label={shown.words} text={shown.code} />
    </>
  )
}

const Code = ({ label, text }: { label: string; text: string }) => (
  <div className="mt-2 flex rounded-lg bg-raised">
    <pre
      tabIndex={0}
      aria-label={label}
      role="region"
      className="min-w-0 flex-1 overflow-x-auto rounded-lg p-3 pr-0 text-xs leading-5"
    >
      <code>{text.trimEnd()}</code>
    </pre>
    <CopyButton text={text} label={label} />
  </div>
)

function Further() {
  const { t } = useTranslation('reference')
  const rows = [
    { to: '/api/docs', words: t('dev_endpoints') },
    { to: '/api/asyncapi.json', words: t('dev_socket') },
    { to: '/api/v1/info', words: t('dev_limits') },
    { to: '/udf/config', words: t('dev_charts') },
    { to: '/binance/api/v3/exchangeInfo', words: t('dev_binance') },
    { to: '/.well-known/oauth-protected-resource/mcp', words: t('dev_agents') },
    { to: '/llms.txt', words: t('dev_machine') },
  ]
  return (
    <section aria-labelledby="further" className="mt-8 px-4 text-sm lg:px-0">
      <h2 id="further" className="mb-1 text-base font-semibold">
        {t('dev_more')}
      </h2>
      <ul className="divide-y divide-line">
        {rows.map(({ to, words }) => (
          <li key={to}>
            <a href={to} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2 hover:underline">
              {words}
              <code className="text-xs break-all text-selected-text">{to}</code>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
