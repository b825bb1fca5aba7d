/** All functions that act on a tenant, by their names in M-117 and the ones that runbooks use
 *  around them. A host registers them with the capabilities that its tenant gives it. */
import type { Tenant } from "../../tenant/tenant.ts";
import type { WorkerFunction } from "../function.ts";
import { sendAdminAlert } from "./alerts/send-admin-alert.ts";
import { addEntraGroupMember } from "./entra/add-entra-group-member.ts";
import { addEntraLicenceGroup } from "./entra/add-entra-licence-group.ts";
import { convertEntraB2bToInternal } from "./entra/convert-entra-b2b-to-internal.ts";
import { disableEntraUser } from "./entra/disable-entra-user.ts";
import { enableEntraUser } from "./entra/enable-entra-user.ts";
import { newEntraB2bInvitation } from "./entra/new-entra-b2b-invitation.ts";
import { newEntraUser } from "./entra/new-entra-user.ts";
import { removeEntraGroupMember } from "./entra/remove-entra-group-member.ts";
import { removeEntraLicenceGroup } from "./entra/remove-entra-licence-group.ts";
import { removeEntraUser } from "./entra/remove-entra-user.ts";
import { setEntraUserAttribute } from "./entra/set-entra-user-attribute.ts";
import { setEntraUserUpn } from "./entra/set-entra-user-upn.ts";
import { testEntraAttributeMatch } from "./entra/test-entra-attribute-match.ts";
import { testEntraGroupMembership } from "./entra/test-entra-group-membership.ts";
import { addExchangeSecondaryEmail } from "./exchange/add-exchange-secondary-email.ts";
import { getExchangeMailboxMoveStatus } from "./exchange/get-exchange-mailbox-move-status.ts";
import { newExchangeMailUser } from "./exchange/new-exchange-mail-user.ts";
import { setExchangeExternalAddress } from "./exchange/set-exchange-external-address.ts";
import { setExchangeMailUserGuids } from "./exchange/set-exchange-mail-user-guids.ts";
import { setExchangePrimaryEmail } from "./exchange/set-exchange-primary-email.ts";
import { setExchangeProxyAddresses } from "./exchange/set-exchange-proxy-addresses.ts";
import { startExchangeMailboxMove } from "./exchange/start-exchange-mailbox-move.ts";
import { testExchangeAttributeMatch } from "./exchange/test-exchange-attribute-match.ts";
import { testExchangeGroupMembership } from "./exchange/test-exchange-group-membership.ts";

const LIBRARY = [
  newEntraUser,
  removeEntraUser,
  enableEntraUser,
  disableEntraUser,
  setEntraUserUpn,
  setEntraUserAttribute,
  addEntraGroupMember,
  removeEntraGroupMember,
  addEntraLicenceGroup,
  removeEntraLicenceGroup,
  newEntraB2bInvitation,
  convertEntraB2bToInternal,
  testEntraAttributeMatch,
  testEntraGroupMembership,
  newExchangeMailUser,
  addExchangeSecondaryEmail,
  setExchangePrimaryEmail,
  setExchangeProxyAddresses,
  setExchangeExternalAddress,
  setExchangeMailUserGuids,
  testExchangeAttributeMatch,
  testExchangeGroupMembership,
  startExchangeMailboxMove,
  getExchangeMailboxMoveStatus,
  sendAdminAlert,
] as const;

export const functionLibrary = (tenant: Tenant): readonly WorkerFunction[] =>
  LIBRARY.map((each) => each(tenant));
