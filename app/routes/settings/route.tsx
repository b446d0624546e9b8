// Settings frame. Phone: a list page and separate setting pages; from a tablet's width on: list beside the setting.

import { Outlet, type ShouldRevalidateFunctionArgs, useLoaderData, useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page-header'
import { toast } from '../../components/toast'
import { isUnanswered } from '../../site/revalidation'
import type { loader } from './data.server'
import { SettingsMenu } from './settings-menu'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

/** Navigation between settings reloads nothing, unless a form changed data. */
export const shouldRevalidate = ({
  actionResult,
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  !isUnanswered(actionResult) && (formMethod || currentUrl.search !== nextUrl.search ? defaultShouldRevalidate : false)

export default function Settings() {
  const { t } = useTranslation('settings')
  const { returnTo } = useLoaderData<typeof loader>()
  const isHub = /^\/settings\/?$/.test(useLocation().pathname)
  useSavedToast()
  return (
    <div className="md:grid md:grid-cols-[18rem_minmax(0,1fr)] lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-8 lg:px-5 lg:py-3">
      <div className={isHub ? '' : 'hidden md:block'}>
        <PageHeader title={t('title')} as={isHub ? 'h1' : 'p'} {...(returnTo && { backTo: returnTo })} />
        <SettingsMenu />
      </div>
      <div className={isHub ? 'hidden md:block' : ''}>
        <Outlet />
      </div>
    </div>
  )
}

/** Toast after saving; without scripts the list itself shows the choice. */
function useSavedToast() {
  const { t: tShell } = useTranslation('shell')
  const { isSaved } = useLoaderData<typeof loader>()
  const { key } = useLocation()
  useEffect(() => {
    if (!isSaved) return
    toast(tShell('saved'), { tone: 'good' })
    // Removes `saved` from the URL without navigation, so that a reload does not repeat the notice.
    const address = new URL(location.href)
    address.searchParams.delete('saved')
    history.replaceState(history.state, '', address)
  }, [isSaved, key, tShell])
}
