/** Where people work and what they do there. */

export type Department = {
  readonly name: string;
  /** Of a hundred people, how many work here. */
  readonly share: number;
  readonly titles: readonly string[];
};

export const DEPARTMENTS: readonly Department[] = [
  { name: "Sales", share: 22, titles: ["Account Manager", "Sales Engineer", "Inside Sales"] },
  { name: "Engineering", share: 24, titles: ["Engineer", "Senior Engineer", "Test Engineer"] },
  { name: "Operations", share: 18, titles: ["Planner", "Technician", "Shift Lead"] },
  { name: "Customer Service", share: 12, titles: ["Service Agent", "Service Specialist"] },
  { name: "Finance", share: 7, titles: ["Accountant", "Controller", "Payroll Specialist"] },
  { name: "Marketing", share: 6, titles: ["Brand Manager", "Editor", "Event Manager"] },
  { name: "Human Resources", share: 4, titles: ["HR Partner", "Recruiter"] },
  { name: "IT", share: 5, titles: ["Systems Administrator", "Support Engineer", "Architect"] },
  { name: "Legal", share: 2, titles: ["Counsel", "Compliance Officer"] },
];

export type Office = {
  readonly city: string;
  readonly country: string;
  /** Two letters, as usageLocation wants it. */
  readonly location: string;
  readonly language: string;
  readonly phone: string;
};

export const OFFICES: readonly Office[] = [
  { city: "Berlin", country: "Germany", location: "DE", language: "de-DE", phone: "+49 30" },
  { city: "Lyon", country: "France", location: "FR", language: "fr-FR", phone: "+33 4" },
  { city: "Kraków", country: "Poland", location: "PL", language: "pl-PL", phone: "+48 12" },
  { city: "Dublin", country: "Ireland", location: "IE", language: "en-IE", phone: "+353 1" },
  { city: "São Paulo", country: "Brazil", location: "BR", language: "pt-BR", phone: "+55 11" },
  { city: "Nairobi", country: "Kenya", location: "KE", language: "en-KE", phone: "+254 20" },
  { city: "Osaka", country: "Japan", location: "JP", language: "ja-JP", phone: "+81 6" },
  { city: "Denver", country: "United States", location: "US", language: "en-US", phone: "+1 303" },
];

export const LICENCES: readonly string[] = [
  "Microsoft 365 E5",
  "Microsoft 365 E3",
  "Microsoft 365 F3",
];
