/** Names for people who do not exist: given and family names of many places, so that accents,
 *  apostrophes, spaces and short names are met in a rehearsal and not on the day. */

/** What letters become in an address. Those that only carry marks lose them. */
const SPELT: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
};

/** `Nuñez-O'Brien` → `nunezobrien`: letters and digits only. */
export const folded = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøđðþłı]/g, (letter) => SPELT[letter] ?? "")
    .replace(/[^a-z0-9]/g, "");

export type Name = { readonly text: string /** For addresses. */; readonly plain: string };

const words = (text: string): readonly string[] => text.trim().split(/\s*,\s*/);

const names = (text: string): readonly Name[] =>
  words(text).map((name) => ({ text: name, plain: folded(name) }));

export const GIVEN_NAMES = names(`
  Aaliyah, Adaeze, Agnieszka, Aiko, Aino, Alejandro, Amara, Amélie, Ana, Anders, Anika, Anouk,
  Antoine, Arjun, Asha, Astrid, Ayşe, Babajide, Beatriz, Bilal, Björn, Boris, Bruno, Camila,
  Carmen, Cédric, Chiara, Chloé, Ciarán, Clara, Daan, Dagmar, Dalia, Daniel, Dariusz, Deepika,
  Diego, Dmitri, Ebru, Eino, Elena, Elif, Emeka, Emil, Emma, Enzo, Erik, Esther, Ewa, Fatima,
  Felix, Fernanda, Finn, Florence, François, Freya, Gabriel, Giulia, Gonçalo, Grace, Greta,
  Guadalupe, Gustav, Hana, Hannah, Haruto, Hassan, Héctor, Helga, Hiroshi, Hui, Ibrahim, Ida,
  Ilse, Imani, Inés, Ingrid, Irina, Isabel, Ivan, Jae, Jana, Jelena, Jens, João, Johanna, Jonas,
  José, Jürgen, Kaito, Kamal, Karolina, Katarzyna, Keiko, Khadija, Kim, Klara, Kofi, Krzysztof,
  Kwame, Lars, Laura, Leila, Lena, Li, Liam, Lina, Lucía, Lukas, Łukasz, Maeve, Magnus, Mai,
  Malik, Manuel, Márcia, Marek, Maria, Mario, Marta, Matteo, Maya, Mehmet, Mei, Mía, Michał,
  Mikko, Milan, Mina, Mohammed, Nadia, Naoki, Nasrin, Natalia, Ngozi, Niamh, Nikolai, Nils,
  Noémie, Nora, Nuria, Oğuz, Ola, Oleksandra, Olivia, Omar, Oscar, Paolo, Patricia, Paula, Peter,
  Petra, Pierre, Pooja, Priya, Rafael, Rahul, Raúl, Renée, Ricardo, Rita, Robert, Rosa, Ruth,
  Sabine, Saga, Salma, Samira, Sanjay, Sara, Sébastien, Seo, Sergei, Shanice, Siobhán, Siri,
  Sofia, Søren, Stanisław, Stefan, Sunita, Susanne, Svetlana, Takeshi, Tamar, Tatjana, Thabo,
  Theo, Thiago, Tomáš, Tuva, Uwe, Valentina, Vera, Viktor, Wanjiru, Wei, Xavier, Yara, Yasmin,
  Yuki, Yusuf, Zanele, Zeynep, Zoë, Žofia
`);

export const FAMILY_NAMES = names(`
  Abebe, Adeyemi, Ahmed, Akhtar, Almeida, Andersen, Andersson, Anwar, Araújo, Aydın, Bakker,
  Banerjee, Bauer, Becker, Bergström, Bianchi, Björklund, Bondarenko, Brown, Castro, Çelik, Chan,
  Chen, Cheng, Chukwu, Clarke, Conti, Cruz, Da Silva, De Vries, Demir, Diallo, Díaz, Dubois,
  Eriksen, Esposito, Fernández, Ferrari, Fischer, Fitzgerald, Fournier, Fraser, Gallagher, García,
  Gómez, González, Green, Grünwald, Gupta, Haddad, Hansen, Hashimoto, Hernández, Hoang, Hoffmann,
  Horváth, Hughes, Ibrahimović, Ivanova, Iyer, Jackson, Jansen, Järvinen, Jensen, Jiménez,
  Johansson, Johnson, Jones, Kaplan, Karlsson, Kaya, Keller, Khan, Kimura, Kobayashi, Kovač,
  Kowalczyk, Kowalski, Krüger, Kumar, Lambert, Larsson, Laurent, Le, Lee, Lefèvre, Lehtinen, Li,
  Lindqvist, Liu, López, MacDonald, Malik, Marković, Martínez, Mbeki, McCarthy, Mehta, Mendes,
  Meyer, Miller, Mohamed, Molina, Moreau, Moretti, Müller, Murphy, Mwangi, Nagy, Nakamura, Navarro,
  Ndiaye, Nguyễn, Nielsen, Novák, Nowak, Nuñez, O'Brien, O'Connor, O'Neill, Öberg, Okafor, Oliveira,
  Olsen, Osei, Östlund, Özdemir, Papadopoulos, Park, Patel, Pereira, Pérez, Petrov, Pham, Popescu,
  Quinn, Rahman, Ramírez, Rao, Ricci, Richter, Rodríguez, Rossi, Roux, Sánchez, Santos, Sato,
  Schäfer, Schmidt, Schröder, Sharma, Silva, Simmons, Singh, Smith, Sørensen, Sousa, Suzuki,
  Svoboda, Taylor, Thomas, Thompson, Torres, Tóth, Tran, Turner, Van den Berg, Van Dijk, Varga,
  Vasquez, Virtanen, Walker, Wang, Weiß, White, Williams, Wilson, Wójcik, Wong, Wright,
  Yamamoto, Yıldız, Yılmaz, Young,
  Zhang, Zhou, Zieliński, Zulu
`);

export const PARTNERS = words(`
  adatum, alpineski, fourthcoffee, graphicdesign, lucerne, margies, northwind, proseware, tailspin,
  treyresearch, wideworld, wingtip
`);
