import type { CategoryWords } from "./category-words.ts";

export const SCIENCE: CategoryWords = {
  strong: `science, scientific, scientist, nasa, spacex launch, starship, new glenn, falcon heavy, artemis, crewed,
    lunar, moon landing, moon, mars, asteroid, interstellar, comet, 3i atlas, exoplanet, james webb, iss, space
    station, space launch, rocket, satellite, orbit, orbital, physics, physicist, nuclear fusion, superconductor,
    higgs, dark matter, mathematics, mathematician, theorem, riemann, conjecture, millennium prize, erdos, fields
    medal, biology, genome, crispr, clone, extinct, de extinction, fossil, medicine, nobel, peer reviewed, nature
    journal, clinical trial, disease, virus, pandemic, epidemic, outbreak, covid, covid 19, measles, bird flu, h5n1,
    avian influenza, influenza, mpox, ebola, hantavirus, screwworm, polio, tuberculosis, cholera, vaccine,
    vaccination, vaccinated, fda, fda approve, fda approval, cdc, world health organization, cancer, alzheimer, glp
    1, ozempic, life expectancy, alien life, extraterrestrial, extra terrestrial, uap, ufo, aliens exist,
    disclosure, dementia, autism, public health, fertility rate, birth rate, longevity, black hole, milky way,
    venus, solar system, oeis, project euler, kidney, heart attack, genomics, alphafold, cmimc, retatrutide,
    tirzepatide, semaglutide, bryan johnson, lk 99, twin prime, p np, p vs np, navier stokes, lhc, cern, neutrino,
    antimatter, terence tao, godel prize, abel prize, breakthrough prize, hubble, apophis, supernova, aurora,
    neuroscience, archaeologist, dinosaur, woolly mammoth, mammoth, dire wolf, colossal biosciences, thylacine,
    whooping cough, dengue, malaria, norovirus, psilocybin, lab leak, gain of function, prion, microplastics, gene
    therapy, gene editing, embryo, ivf, air capture, chemistry, chemical element, fusion reactor, fusion ignition,
    gravitational wave, dark energy, string theory, collatz, goldbach, prime number, replication crisis, preprint,
    meta analysis, placebo, psychology, consciousness, quantum mechanics, room temperature superconductor,
    extinction of, chickenpox, bulimia, anorexia, adhd, depression treatment, antidepressant, sleep apnea, tinnitus,
    scurvy, opioid, fentanyl, heart disease, life extension, cryonics, mars mission, sls, lunar lander, spaceship`,
  usual: `health, cases, infection, gonorrhea, syphilis, hiv, salmonella, lyme, healthcare, space, spacex,
    starliner, blue origin, drug, drug approval, therapy, surgery, hospital, telescope, astronaut, meteor, solar
    eclipse, eclipse, planet, species, brain, neuralink, research, laboratory, experiment, quantum gravity,
    particle, proof, prize in, math olympiad, imo, discovery, archaeological, alien, supplement, smoking, obesity,
    drinking, rocket lab, usaco, usapho, usnco, usabo, usaaio, arml, aime, mathcounts, putnam, olympiad, science
    bowl, mask mandate, flu, hospitalization`,
  weak: "lifespan, cure, medical",
  faint: "doctor, universe, energy, deaths",
};
