// One endpoint: its fields, its answer, a request in three languages, and a form that sends one.

import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import { CopyButton } from '../../components/copy-button'
import { FeatureWords } from '../../components/feature-words'
import { MethodPath } from '../../components/method-path'
import { Pane } from '../../components/pane'
import { Tabs } from '../../components/tabs'
import { useLoaded } from '../../components/use-alive'
import type { OperationPage } from '../../reference/document.server'
import type { loader } from './data.server'
import { FieldRows } from './field-rows'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const
type ProgramLanguage = keyof typeof LANGUAGES
const isLanguage = (text: string): text is ProgramLanguage => text in LANGUAGES

export default function Page() {
  const { texts, operation } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="reference" texts={texts}>
      <Endpoint key={operation.id} operation={operation} />
    </FeatureWords>
  )
}

function Endpoint({ operation }: { operation: OperationPage }) {
  const { t } = useTranslation('reference')
  const { id, method, path, summary, product, scope, access, input, answer, beside } = operation
  return (
    <Pane frame="lists" backTo="/api/docs" title={<span lang="en">{summary}</span>}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <MethodPath method={method} path={path} />
        <Badge tone={access === 'open' ? 'good' : 'plain'}>{t(`access_${access}`, { scope })}</Badge>
      </p>
      <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
        <div className="grid min-w-0 gap-5 lg:col-start-2 lg:row-start-1">
          <Request operation={operation} />
          <Trial key={id} operation={operation} />
        </div>
        <div className="grid min-w-0 gap-5 lg:col-start-1 lg:row-start-1">
          <FieldRows title={t('input')} fields={input} otherwise={t('no_input')} />
          <FieldRows title={t('answer')} fields={answer} />
        </div>
      </div>
      <nav aria-labelledby="beside">
        <h2 id="beside" className="pb-1 text-base font-semibold">
          {t('more_of')} <span lang="en">{product}</span>
        </h2>
        <ul lang="en" className="grid gap-x-5 text-sm lg:grid-cols-2">
          {beside.map((row) => (
            <li key={row.id}>
              <Link
                to={`/api/docs/${row.id}`}
                discover="none"
                className="flex min-h-11 items-center hover:underline lg:min-h-8"
              >
                <MethodPath method={row.method} path={row.path} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Pane>
  )
}

function Request({ operation: { id, requests } }: { operation: OperationPage }) {
  const { t } = useTranslation('reference')
  const [search] = useSearchParams()
  const chosen = search.get('in') ?? ''
  const language = isLanguage(chosen) ? chosen : 'curl'
  const tabs = Object.entries(LANGUAGES).map(([name, words]) => ({
    to: `/api/docs/${id}?in=${name}`,
    words,
    isSelected: name === language,
  }))
  return (
    <section aria-labelledby="request" className="min-w-0">
      <div className="flex items-center justify-between">
        <h2 id="request" className="text-base font-semibold">
          {t('request')}
        </h2>
        <CopyButton text={requests[language]} label={LANGUAGES[language]} />
      </div>
      <Tabs label={t('program_language')} tabs={tabs} variant="segment" className="mb-2" />
      <pre
        tabIndex={0}
        aria-label={LANGUAGES[language]}
        role="region"
        className="overflow-x-auto rounded-lg bg-raised p-3 text-xs leading-5"
      >
        <code>{requests[language]}</code>
      </pre>
    </section>
  )
}

const loadTrial = () => import('./trial')

/** The form is fetched when asked for. */
function Trial({ operation }: { operation: OperationPage }) {
  const { t } = useTranslation('reference')
  const [isOpen, setOpen] = useState(false)
  const trial = useLoaded(loadTrial, isOpen, () => setOpen(false))
  if (trial && isOpen) return <trial.TrialForm operation={operation} />
  return (
    <Button
      variant="selected"
      isBusy={isOpen}
      onClick={() => setOpen(true)}
      className="justify-self-start noscript:hidden"
    >
      {t('try')}
    </Button>
  )
}
