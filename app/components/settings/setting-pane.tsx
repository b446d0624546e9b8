// Page of one setting: header, description, choices. Each choice is a submit button, so one tap saves and scripts are
// optional.

import { Form, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon } from '../icon'
import { PageHeader } from '../page-header'

interface SettingPaneProps {
  readonly title: string
  readonly text: string
  /** A change of language loads a new document, which contains one language only. */
  readonly isNewDocument?: boolean
  readonly children: ReactNode
  /** Under the choices: how they look. */
  readonly below?: ReactNode
}

export function SettingPane({ title, text, isNewDocument = false, children, below }: SettingPaneProps) {
  return (
    <div>
      <PageHeader title={title} backTo="/settings" />
      <p className="px-4 pb-4 text-sm text-muted lg:px-0">{text}</p>
      <div className="px-4 lg:px-0">
        <SettingForm isNewDocument={isNewDocument}>{children}</SettingForm>
      </div>
      {below && <div className="mt-6 px-4 lg:px-0">{below}</div>}
    </div>
  )
}

type SettingFormProps = Pick<SettingPaneProps, 'children'> & { readonly isNewDocument?: boolean }

/** Form around the choices; returns to the current page and keeps its query parameters. */
export function SettingForm({ isNewDocument = false, children }: SettingFormProps) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.delete('saved')
  const returnTo = query.size > 0 ? `${pathname}?${query.toString()}` : pathname
  return (
    <Form method="post" action="/settings" reloadDocument={isNewDocument} replace preventScrollReset>
      <input type="hidden" name="returnTo" value={returnTo} />
      {children}
    </Form>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly value: string
  readonly isChosen: boolean
  readonly lang?: string
  readonly children: ReactNode
}

interface ChoiceRowProps extends ChoiceProps {
  /** Content at the row's end, aligned in one column before the check mark. */
  readonly end?: ReactNode
}

/** Row of a long choice list. */
export const ChoiceRow = ({ name, value, isChosen, lang, end, children }: ChoiceRowProps) => (
  <button
    name={name}
    value={value}
    lang={lang}
    aria-pressed={isChosen}
    className={`flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left text-sm font-medium -outline-offset-2! transition hover:bg-raised active:bg-pressed ${isChosen ? 'text-selected-text' : ''}`}
  >
    <span className="flex min-w-0 flex-1 items-center gap-3">{children}</span>
    {isChosen && <Icon name="check" className="size-5" />}
    {end}
  </button>
)

/** Large choice button with a preview picture, for two or three options. */
export const ChoiceCard = ({ name, value, isChosen, children }: ChoiceProps) => (
  <button
    name={name}
    value={value}
    aria-pressed={isChosen}
    className={`panel relative grid content-start gap-3 p-2 text-left text-sm transition hover:bg-raised sm:p-3 ${isChosen ? 'border-selected! ring-1 ring-selected' : ''}`}
  >
    {isChosen && (
      <span className="absolute -top-2 -right-2 grid size-6 place-items-center rounded-full bg-selected-fill text-white">
        <Icon name="check" className="size-4" />
      </span>
    )}
    {children}
  </button>
)
