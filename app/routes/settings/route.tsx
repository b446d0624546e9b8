// Display settings. The form loads a whole new page: a language is one set of words from the first byte on.

import { Form, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { LANGUAGES } from '#domain/language'
import { EntryCard } from '../../components/entry-card'
import { Notice } from '../../components/notice'
import { useSite } from '../../components/site'
import { LANGUAGE_NAMES } from '../../text/languages'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Settings() {
  const say = useWords('shell')
  const { returnTo, isSaved } = useLoaderData<typeof loader>()
  const { language, theme, rise, fiat, fiats } = useSite()
  return (
    <EntryCard title={say('settings')}>
      <Form method="post" reloadDocument className="grid gap-6">
        {isSaved && <Notice tone="good">{say('saved')}</Notice>}
        <input type="hidden" name="returnTo" value={returnTo} />
        <Choices title={say('language')}>
          {LANGUAGES.map((code) => (
            <Choice key={code} name="language" value={code} isChosen={code === language} label={LANGUAGE_NAMES[code]} />
          ))}
        </Choices>
        <Choices title={say('theme')}>
          {(['auto', 'light', 'dark'] as const).map((choice) => (
            <Choice
              key={choice}
              name="theme"
              value={choice}
              isChosen={choice === theme}
              label={say(`theme_${choice}`)}
            />
          ))}
        </Choices>
        <Choices title={say('rise')}>
          {(['green', 'red'] as const).map((choice) => (
            <Choice key={choice} name="rise" value={choice} isChosen={choice === rise} label={say(`rise_${choice}`)} />
          ))}
        </Choices>
        <label className="grid gap-2">
          <span className="text-sm font-medium">{say('fiat')}</span>
          <select name="fiat" defaultValue={fiat.code} className="field">
            {fiats.map(({ code }) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </select>
        </label>
        <button className="button button-brand">{say('save')}</button>
      </Form>
    </EntryCard>
  )
}

function Choices({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{title}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-2">{children}</div>
    </fieldset>
  )
}

function Choice({ name, value, isChosen, label }: { name: string; value: string; isChosen: boolean; label: string }) {
  return (
    <label className="flex min-h-11 items-center gap-2 rounded-lg border border-line px-3 has-checked:border-selected has-checked:bg-raised">
      <input type="radio" name={name} value={value} defaultChecked={isChosen} className="accent-selected" />
      {label}
    </label>
  )
}
