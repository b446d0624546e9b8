// People of a test server with data to display, and all screens that they can open.

import { listScreens } from './screens.mjs'
import { listCustomerScreens, makeSecuredCustomer, makeTrialCustomer } from './trial-customer.mjs'
import { listDeskScreens, openTrialDesk, workAtDesk } from './trial-desk.mjs'

/** Creates users with history, and lists all screens that they can open. */
export async function settle(browser, app) {
  const [customer, lost] = ['hanako@example.com', 'lena@example.com']
  const desk = await openTrialDesk(browser, app)
  const user = await makeTrialCustomer(browser, { url: app.url, desk, email: customer })
  const secured = await makeSecuredCustomer(browser, { url: app.url, email: lost })
  const link = await workAtDesk(desk, { customer, lost })
  const screens = [
    ...(await listScreens()),
    ...(await listCustomerScreens(user)),
    ...(await listDeskScreens(desk, { link, customer })),
  ]
  const [asUser, asSecured, asStaff] = await Promise.all([user, secured, desk.ada].map(({ leave }) => leave()))
  return { screens, people: { guest: [], user: asUser, secured: asSecured, staff: asStaff } }
}
