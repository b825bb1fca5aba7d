/** How to colour, once it is known whether to. */
import { styleText } from "node:util";

export const COLOUR_CHOICES = ["auto", "always", "never"] as const;
export type ColourChoice = (typeof COLOUR_CHOICES)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

export type Paint = {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly accent: (text: string) => string;
};
export type Tone = keyof Paint;

type Style = Parameters<typeof styleText>[0];

export function paint(colour: boolean): Paint {
  const styled = (style: Style) => (text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  return {
    strong: styled("bold"),
    faint: styled("dim"),
    good: styled("green"),
    bad: styled(["bold", "red"]),
    accent: styled("cyan"),
  };
}
