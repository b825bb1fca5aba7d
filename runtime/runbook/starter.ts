/** The text of a first runbook: small, valid, and explained line by line. */

const HEADER = `# yaml-language-server: $schema=../schemas/runbook.v1.json
# $schema: ../schemas/runbook.v1.json
#
# Check it:     drover runbook validate <this file>
# Look it up:   drover runbook explain phases.gate

`;

const BODY = `description: Says what this runbook does and for whom.

# Where the members come from: one row each. Other types: dataverse, databricks, sql, scenarios.
data_source:
  type: csv
  primary_key: UserPrincipalName
  # Members with the same time form one batch.
  batch_time_column: MigrationDate
  # Declared columns let the check find misspelt variables.
  columns: [UserPrincipalName, DisplayName, MigrationDate]
  # Columns whose values only workers see; everybody else is shown [secret]. Steps have this too.
  # sensitive: [WelcomeCode]

# For every step that has no retry of its own.
retry:
  max_retries: 2
  interval: 1m

# Phases, earliest first. T-1d is due one day before the batch's time, T-0 at that time.
phases:
  - name: preparation
    offset: T-1d
    steps:
      - name: create-user
        worker_id: worker-01
        function: New-EntraUser
        params:
          UserPrincipalName: "{{UserPrincipalName}}"
          DisplayName: "{{DisplayName}}"
        # Keeps the result's field UserId as {{EntraUserId}} for later steps.
        output_params:
          EntraUserId: UserId
        on_failure: undo-user

  - name: cutover
    offset: T-0
    steps:
      - name: join-migrated-group
        worker_id: worker-01
        function: Add-EntraGroupMember
        params:
          UserId: "{{EntraUserId}}"
          GroupName: migrated-users

# What a failed step runs once its retries are used up.
rollbacks:
  undo-user:
    - name: leave-migrated-group
      worker_id: worker-01
      function: Remove-EntraGroupMember
      params:
        UserPrincipalName: "{{UserPrincipalName}}"
        GroupName: migrated-users
`;

/** `name` must be a valid runbook name; the caller has checked it. */
export const starterRunbook = (name: string): string =>
  `${HEADER}name: ${JSON.stringify(name)}\n${BODY}`;
