/** US states: postal code and name. */
export const STATES = `AL alabama; AK alaska; AZ arizona; AR arkansas; CA california; CO colorado; CT connecticut; DE delaware;
  FL florida; GA georgia; HI hawaii; ID idaho; IL illinois; IN indiana; IA iowa; KS kansas; KY kentucky; LA louisiana;
  ME maine; MD maryland; MA massachusetts; MI michigan; MN minnesota; MS mississippi; MO missouri; MT montana; NE nebraska;
  NV nevada; NH new hampshire; NJ new jersey; NM new mexico; NY new york; NC north carolina; ND north dakota; OH ohio;
  OK oklahoma; OR oregon; PA pennsylvania; RI rhode island; SC south carolina; SD south dakota; TN tennessee; TX texas;
  UT utah; VT vermont; VA virginia; WA washington; WV west virginia; WI wisconsin; WY wyoming`;

/** Countries with their other names and adjectives. */
export const COUNTRIES = `argentina argentine argentinian; australia australian; austria austrian; belgium belgian; bolivia bolivian;
  brazil brazilian; bulgaria bulgarian; canada canadian; chile chilean; china chinese; colombia colombian; croatia croatian;
  cuba cuban; czechia czech; denmark danish; ecuador ecuadorian; egypt egyptian; england english; estonia estonian;
  ethiopia ethiopian; finland finnish; france french; germany german; greece greek; greenland greenlandic; hungary hungarian;
  iceland icelandic; india indian; indonesia indonesian; iran iranian; iraq iraqi; ireland irish; israel israeli;
  italy italian; japan japanese; kenya kenyan; latvia latvian; lebanon lebanese; libya libyan; lithuania lithuanian;
  malaysia malaysian; mexico mexican; morocco moroccan; netherlands dutch; nigeria nigerian; northkorea; norway norwegian;
  pakistan pakistani; panama panamanian; peru peruvian; philippines philippine filipino; poland polish; portugal portuguese;
  qatar qatari; romania romanian; russia russian; saudi; scotland scottish; serbia serbian; singapore singaporean;
  slovakia slovak; slovenia slovenian; southkorea korean; spain spanish; sudan sudanese; sweden swedish; switzerland swiss;
  syria syrian; taiwan taiwanese; thailand thai; turkey turkish turkiye; uk british; ukraine ukrainian; uganda ugandan;
  uruguay uruguayan; venezuela venezuelan; vietnam vietnamese; wales welsh; yemen yemeni; zambia zambian; honduras honduran;
  armenia armenian; georgia georgian; moldova moldovan; cyprus cypriot; nepal nepali nepalese; bangladesh bangladeshi;
  myanmar burmese; cambodia cambodian; ghana ghanaian; rwanda rwandan; burundi burundian; algeria algerian; tunisia tunisian;
  afghanistan afghan; albania albanian; angola angolan; azerbaijan azerbaijani; bahrain bahraini; belarus belarusian; bosnia bosnian;
  botswana; cameroon cameroonian; costarica; dominicanrepublic dominican; drcongo congolese; elsalvador salvadoran; gabon gabonese;
  guatemala guatemalan; guyana guyanese; haiti haitian; ivorycoast ivorian; jamaica jamaican; kazakhstan kazakh; kosovo kosovar;
  kuwait kuwaiti; kyrgyzstan kyrgyz; laos laotian; liberia liberian; luxembourg; madagascar malagasy; malawi; maldives; malta maltese;
  mauritius; mongolia mongolian; montenegro montenegrin; mozambique; namibia namibian; newzealand; nicaragua nicaraguan;
  northmacedonia macedonian; oman omani; papuanewguinea; paraguay paraguayan; senegal senegalese; sierraleone; somalia somali;
  southafrica; srilanka; tajikistan tajik; tanzania tanzanian; turkmenistan turkmen; uae emirati; uzbekistan uzbek;
  zimbabwe zimbabwean`;

/** Economic figures, which mean the US where no country is named. */
export const US_FIGURES = `gdp cpi ppi pce unemployment recession payroll retailsales joblessclaims mortgage30y measles`;

/** Cities of several words, read as one. */
export const CITIES = `san antonio, golden state, oklahoma city, new orleans, kansas city, green bay, tampa bay, las vegas,
  new england, st louis, san diego, san francisco, san jose, salt lake city, los angeles, hong kong, sao paulo, tel aviv`;
